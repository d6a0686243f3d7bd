// Completion for bash, from the tables.

#include "options.h"

/// Words separated by blanks; `separator` in `text` becomes one.
static void write_words(FILE *out, const char *text, char separator)
{
    for (; *text; text++) fputc(*text == separator ? ' ' : *text, out);
}

/// What can follow `--name`.
static void write_values(FILE *out, const option_def *option)
{
    fprintf(out, "                --%s) ", option->name);
    switch (option->kind)
    {
    case OPTION_FILE: fputs("_holdfast_files; return ;;\n", out); break;
    case OPTION_CHOICE:
        fputs("_holdfast_words \"", out);
        write_words(out, option->choices, '|');
        fputs("\"; return ;;\n", out);
        break;
    case OPTION_SOLVER: fputs("_holdfast_words \"$(\"${COMP_WORDS[0]}\" solvers --names)\"; return ;;\n", out); break;
    case OPTION_SOLVERS: fputs("_holdfast_list \"$(\"${COMP_WORDS[0]}\" solvers --names)\"; return ;;\n", out); break;
    default: fputs("return ;;\n", out); break; // numbers and free text: nothing to offer
    }
}

static void write_command(FILE *out, const command_def *command)
{
    fprintf(out, "        %s)\n            case \"$previous\" in\n", command->name);
    for (int k = 0; k < command->option_count; k++)
        if (command->options[k].kind != OPTION_FLAG) write_values(out, &command->options[k]);
    fputs("                *) ;;\n            esac\n            words=\"", out);
    for (int k = 0; k < command->option_count; k++) fprintf(out, "--%s ", command->options[k].name);
    fprintf(out, "--help\"\n            files=%s ;;\n", *command->operands ? "yes" : "");
}

void bash_completion(FILE *out)
{
    fputs("# bash completion for holdfast; written by holdfast --completion\n\n"
          "_holdfast_words() {\n"
          "    mapfile -t COMPREPLY < <(compgen -W \"$1\" -- \"$current\")\n"
          "}\n\n"
          "_holdfast_files() {\n"
          "    compopt -o filenames 2>/dev/null\n"
          "    mapfile -t COMPREPLY < <(compgen -f -- \"$current\")\n"
          "}\n\n"
          "# The last of several words separated by commas.\n"
          "_holdfast_list() {\n"
          "    local before=\"\"\n"
          "    [[ $current == *,* ]] && before=\"${current%,*},\"\n"
          "    compopt -o nospace 2>/dev/null\n"
          "    mapfile -t COMPREPLY < <(compgen -P \"$before\" -W \"$1\" -- \"${current##*,}\")\n"
          "}\n\n"
          "_holdfast() {\n"
          "    local current=\"${COMP_WORDS[COMP_CWORD]}\" previous=\"${COMP_WORDS[COMP_CWORD-1]}\" words=\"\" "
          "files=\"\"\n"
          "    COMPREPLY=()\n"
          "    if [[ $COMP_CWORD -eq 1 ]]; then\n"
          "        _holdfast_words \"",
          out);
    for (int k = 0; k < command_count; k++) fprintf(out, "%s ", commands[k]->name);
    fputs("help --help --version --man --completion\"\n        return\n    fi\n"
          "    case \"${COMP_WORDS[1]}\" in\n",
          out);
    for (int k = 0; k < command_count; k++) write_command(out, commands[k]);
    fputs("        help) words=\"", out);
    for (int k = 0; k < command_count; k++) fprintf(out, "%s%s", k ? " " : "", commands[k]->name);
    fputs("\" ;;\n        *) return ;;\n    esac\n"
          "    if [[ -n $files && $current != -* ]]; then\n"
          "        _holdfast_files\n"
          "    else\n"
          "        _holdfast_words \"$words\"\n"
          "    fi\n"
          "}\n\n"
          "complete -F _holdfast holdfast\n",
          out);
}
