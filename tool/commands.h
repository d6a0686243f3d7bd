// The subcommands, one file each. A new one is a file with a `command` and a line in commands.c.

#ifndef HF_TOOL_COMMANDS_H
#define HF_TOOL_COMMANDS_H

#include "options.h"

extern const command_def run_command;      // run.c
extern const command_def replay_command;   // replay.c
extern const command_def view_command;     // view.c
extern const command_def solve_command;    // solve.c
extern const command_def check_command;    // check.c
extern const command_def bench_command;    // bench.c
extern const command_def solvers_command;  // solvers.c
extern const command_def lcp_command;      // lcp.c
extern const command_def generate_command; // generate.c
extern const command_def demo_command;     // demo.c
extern const command_def scenes_command;   // scenes.c
extern const command_def info_command;     // info.c
extern const command_def convert_command;  // convert.c
extern const command_def paper_command;    // paper.c
extern const command_def hunt_command;     // hunt.c
extern const command_def sweep_command;    // sweep.c
extern const command_def margin_command;   // margin.c
extern const command_def bits_command;     // bits.c
extern const command_def verify_command;   // verify.c
extern const command_def identify_command; // identify.c

#endif
