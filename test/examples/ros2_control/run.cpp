// Drives examples/ros2_control as a controller manager does: read, update, write, every 4 ms.
//   run SCENE      a file with joints "free" (effort) and "held" (an actuator of position)

#include <hardware_interface/system_interface.hpp>

#include <cmath>
#include <cstdio>
#include <memory>

std::unique_ptr<hardware_interface::SystemInterface> make_exported();

static int failures;

static void check(bool truth, const char *words)
{
    if (truth) return;
    failures++;
    std::fprintf(stderr, "FAILED: %s\n", words);
}

int main(int count, char **arguments)
{
    using namespace hardware_interface;
    HardwareInfo info{"arm", {{"model", count > 1 ? arguments[1] : ""}}, {}};
    info.joints.push_back({"free", {{"effort"}}, {{"position"}, {"velocity"}}});
    info.joints.push_back({"held", {{"position"}}, {{"position"}, {"velocity"}}});
    auto system = make_exported();
    check(system->on_init(info) == CallbackReturn::SUCCESS, "it starts");
    auto states = system->export_state_interfaces();
    auto commands = system->export_command_interfaces();
    check(states.size() == 4 && commands.size() == 2 && commands[0].get_name() == "free/effort", "its interfaces");
    const rclcpp::Time now;
    const rclcpp::Duration period(0, 4000000);
    for (int k = 0; k < 250 && failures == 0; k++) // a second
    {
        check(system->read(now, period) == return_type::OK, "it reads");
        commands[0].set_value(3.0);
        commands[1].set_value(0.5);
        check(system->write(now, period) == return_type::OK, "it writes");
    }
    // A slide of 2 kg without gravity under 3 N, from the second period on: v = f (1 s - 4 ms) / m.
    check(std::fabs(states[1].get_value() - 1.5 * 0.996) < 1e-9, "a force at a joint accelerates it");
    check(std::fabs(states[2].get_value() - 0.5) < 1e-3, "an actuator of position holds its joint");

    info.joints[0].name = "nothing";
    check(make_exported()->on_init(info) == CallbackReturn::ERROR, "a joint that is not there is refused");
    info.hardware_parameters["model"] = "/no/such/file.xml";
    check(make_exported()->on_init(info) == CallbackReturn::ERROR, "so is a model that is not there");
    if (failures == 0) std::puts("a ros2_control system runs");
    return failures == 0 ? 0 : 1;
}
