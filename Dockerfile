# knightsweep in a container. Untested: CI does not build this file.
#
#   docker build --tag knightsweep .
#   docker run --rm --volume results:/data knightsweep sweep --board 5x5 --out small.csv --memory 2G
#
# Both images use the same Debian release, so that the program finds the C library that it was linked with.
FROM rust:slim-trixie AS build
WORKDIR /src
COPY . .
RUN cargo build --release --locked

FROM debian:trixie-slim
RUN useradd --create-home knight && install --directory --owner=knight --group=knight /data
COPY --from=build /src/target/release/knightsweep /usr/local/bin/
COPY --from=build /src/experiments /usr/local/share/knightsweep/experiments
USER knight
WORKDIR /data
VOLUME /data
ENTRYPOINT ["knightsweep"]
