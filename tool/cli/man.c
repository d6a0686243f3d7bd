// The manual page, from the tables. Plain man(7) macros; other than ASCII goes out as \[uXXXX], which groff and mandoc
// know.

#include "options.h"

#include "holdfast/status.h"

/// One character of UTF-8; returns its length.
static int decode(const unsigned char *s, unsigned *code)
{
    int length = s[0] < 0x80 ? 1 : s[0] < 0xE0 ? 2 : s[0] < 0xF0 ? 3 : 4;
    *code = length == 1 ? s[0] : s[0] & (0x7Fu >> length);
    for (int k = 1; k < length; k++) *code = *code << 6 | (s[k] & 0x3Fu);
    return length;
}

/// Running text; an empty line becomes a paragraph.
static void write_text(FILE *out, const char *text)
{
    bool line_begins = true;
    for (const unsigned char *s = (const unsigned char *)text; *s;)
    {
        unsigned code;
        int length = decode(s, &code);
        if (line_begins && (code == '.' || code == '\'')) fputs("\\&", out);
        line_begins = false;
        if (s[0] == '\n' && s[1] == '\n')
        {
            fputs("\n.PP\n", out);
            line_begins = true;
            length = 2;
        }
        else if (code == '\\') fputs("\\e", out);
        else if (code == '-') fputs("\\-", out);
        else if (code < 0x80) fputc((int)code, out);
        else fprintf(out, "\\[u%04X]", code);
        s += length;
    }
}

static void write_line(FILE *out, const char *before, const char *text)
{
    fputs(before, out);
    write_text(out, text);
    fputc('\n', out);
}

static void write_option(FILE *out, const option_def *option)
{
    fputs(".TP\n\\fB\\-\\-", out);
    write_text(out, option->name);
    fputs("\\fR", out);
    if (option->argument)
    {
        fputs(" \\fI", out);
        write_text(out, option->argument);
        fputs("\\fR", out);
    }
    fputc('\n', out);
    write_text(out, option->help);
    if (option->choices)
    {
        fputs("; one of ", out);
        write_text(out, option->choices);
    }
    if (option->fallback)
    {
        fputs(". Default: ", out);
        write_text(out, option->fallback);
    }
    fputs(".\n", out);
}

static void write_command(FILE *out, const command_def *command)
{
    fputs(".SS ", out);
    write_line(out, "holdfast ", command->name);
    fprintf(out, "\\fBholdfast %s\\fR", command->name);
    if (*command->operands) write_line(out, " ", command->operands);
    else fputc('\n', out);
    fputs("[\\fIoptions\\fR]\n.PP\n", out);
    write_line(out, "", command->details);
    for (int k = 0; k < command->option_count; k++) write_option(out, &command->options[k]);
    fputs(".PP\nExit code: ", out);
    write_line(out, "", command->exits);
}

static void write_examples(FILE *out)
{
    fputs(".SH EXAMPLES\n", out);
    for (int c = 0; c < command_count; c++)
        for (int k = 0; k < commands[c]->example_count; k++)
        {
            fputs(".TP\n.B ", out);
            write_line(out, "holdfast ", commands[c]->examples[k].line);
            write_line(out, "", commands[c]->examples[k].says);
        }
}

void man_page(FILE *out)
{
    fprintf(out, ".TH HOLDFAST 1 \"\" \"holdfast %s\" \"User Commands\"\n", hf_version());
    fputs(".SH NAME\nholdfast \\- contact problems with exact Coulomb friction, solved and certified\n", out);
    fputs(".SH SYNOPSIS\n.B holdfast\n.I command\n[\\fIoperands\\fR] [\\fIoptions\\fR]\n.SH DESCRIPTION\n", out);
    write_text(
        out,
        "holdfast solves contact problems whose contacts obey exact Coulomb friction, in 2D and 3D, from FCLIB files "
        "or made on the spot, by any of several published methods. Every answer carries a certificate that is "
        "computed from the problem and the answer alone: the natural-map residual of FCLIB and Siconos, and the worst "
        "contact's errors in SI units.\n\nCommands:\n");
    for (int k = 0; k < command_count; k++)
    {
        fprintf(out, ".TP\n.B %s\n", commands[k]->name);
        write_line(out, "", commands[k]->summary);
    }
    fputs(".SH COMMANDS\n", out);
    for (int k = 0; k < command_count; k++) write_command(out, commands[k]);
    write_examples(out);
    fputs(".SH ENVIRONMENT\n.TP\n.B NO_COLOR\n", out);
    write_text(out, "If set and not empty, output on a terminal has no colours.\n");
}
