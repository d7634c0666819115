#!/bin/bash -eu
# build.sh - how OSS-Fuzz and ClusterFuzzLite build the targets: they set CC, CFLAGS, LIB_FUZZING_ENGINE
# and OUT, and start this in the root of the repository.
make parsers BUILD=build/oss-fuzz CC="$CC" CFLAGS="$CFLAGS" LIB_FUZZING_ENGINE="$LIB_FUZZING_ENGINE"
for program in build/oss-fuzz/parsers/*; do
    target=$(basename "$program")
    cp "$program" "$OUT/fuzz_$target"
    sh runner/t/parsers/seeds.sh "$target" | xargs -r zip -qrj "$OUT/fuzz_${target}_seed_corpus.zip"
done
