#include "commands.h"

const command_def *const commands[] = {
    &run_command,    &replay_command,  &view_command,    &solve_command,    &check_command,
    &bench_command,  &solvers_command, &lcp_command,     &generate_command, &demo_command,
    &scenes_command, &info_command,    &convert_command, &paper_command,    &hunt_command,
    &sweep_command,  &margin_command,  &verify_command,  &bits_command,     &identify_command,
};
const int command_count = sizeof commands / sizeof commands[0];
