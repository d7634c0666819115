/* include_text.h - the text of files as a string of the program.
 *
 *   INCLUDE_TEXT("greeting", TEXT_OF("src/a.txt") TEXT_OF("src/b.txt"));
 *   extern const char greeting[];
 *
 * Paths are relative to the folder in which the compiler runs. The Makefile must name the files as
 * prerequisites of the object. */
#ifndef BASE_INCLUDE_TEXT_H
#define BASE_INCLUDE_TEXT_H
#define TEXT_OF(file) ".incbin \"" file "\"\n"
#define INCLUDE_TEXT(name, texts)                             \
    __asm__(".pushsection .rodata\n"                          \
            ".global " name "\n" name ":\n" texts ".byte 0\n" \
            ".popsection\n")
#endif
