"""What mkdocs does not know of these documents: SUMMARY.md is the navigation, the README the first page, headings have
the anchors of GitHub, and files outside docs/ are not on the site. scripts/check-readme checks links to those."""

import logging
import pathlib
import posixpath
import re

from mkdocs.structure.files import File

ROOT = pathlib.Path(__file__).resolve().parents[2]
# Cells wrap, wide output has room, and text keeps away from the map.
STYLE = """.wy-nav-content { max-width: 60rem }
.wy-table-responsive table td, .wy-table-responsive table th { white-space: normal }
img[align=right] { margin-left: 1rem }
"""
LINK = re.compile(r"\[((?:[^\]\[]|\[[^\]]*\])*)\]\(([^)\s]+)\)")


def slug(title: str, _separator: str) -> str:
    return re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-")


def on_config(config):
    summary = (ROOT / "docs/SUMMARY.md").read_text(encoding="utf-8").replace("../README.md", "index.md")
    config.nav = group = []
    for heading, title, page in re.findall(r"(?m)^## (.*)$|^- \[(.*)\]\((.*)\)$", summary):
        if heading:
            group = []
            config.nav.append({heading: group})
        else:
            group.append({title: page})
    config.mdx_configs["toc"] = {"slugify": slug}
    return config


def on_files(files, config):
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    files.append(File.generated(config, "index.md", content=re.sub(r"(href|src)=\"docs/", r'\1="', readme)))
    files.append(File.generated(config, "book.css", content=STYLE))
    files.remove(files.get_file_from_path("SUMMARY.md"))
    return files


def on_page_markdown(markdown, page, config, files):
    here = page.file.src_uri
    folder = "" if here == "index.md" else posixpath.join("docs", posixpath.dirname(here))

    def on_site(match):
        text, target = match.groups()
        path, hash_mark, anchor = target.partition("#")
        if "://" in path or not path:
            return match.group()
        path = posixpath.normpath(posixpath.join(folder, path))
        path = "docs/index.md" if path in ("README.md", "docs/SUMMARY.md") else path
        if not path.startswith("docs/"):
            return text if text.strip("`/") == path else f"{text} (`{path}`)"
        path = posixpath.relpath(path.removeprefix("docs/"), posixpath.dirname(here) or ".")
        return f"[{text}]({path}{hash_mark}{anchor})"

    # The first word after a fence is the language; mkdocs takes no others, which tests of pasted text read.
    return LINK.sub(on_site, re.sub(r"(?m)^```(\w+) .*$", r"```\1", markdown))


def on_page_content(html, page, config, files):
    if "```" in html:
        logging.getLogger("mkdocs.book").warning("%s has a fence that is not read", page.file.src_uri)
