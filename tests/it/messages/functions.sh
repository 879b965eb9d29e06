# What the lines of the scripts may call.

# Results as another program writes them. Each argument is a row: `8,8,1,1,12345678,fixed,,tour,64`.
jobs() {
    echo rows,cols,start_row,start_col,order,rule,budget,outcome,checks,goal,engine
    printf '%s,open,step\n' "$@"
}

# The texts and the titles of a picture, without the numbers of axes.
texts() {
    knightsweep plot "$@" --no-source --out - 2> /dev/null | grep -o '>[^<>]\+<' | tr -d '<>' | grep -vxE '[0-9]{1,2}|10[⁰¹²³⁴⁵⁶⁷⁸⁹]+|[0-9]+0?%' | uniq
}

# A summary without remarks on its files.
summary() {
    knightsweep summarize "$@" 2> /dev/null
}

# The texts of a page, without its pictures, its style and its script.
page() {
    knightsweep report "$@" --quiet --out page.html 2> /dev/null
    sed '/<svg/,/<\/svg>/d; /<style>/,/<\/style>/d; /<script>/,/<\/script>/d; s/<[^>]*>/ /g' page.html | grep '[^ ]' | grep -v 'Made by'
}
