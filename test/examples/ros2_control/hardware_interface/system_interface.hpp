// Stands in for ros2_control's header of this name, as far as examples/ros2_control asks of it, so that the example is
// compiled and run where there is no ROS.

#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

namespace rclcpp
{
class Time
{
};

class Duration
{
public:
    Duration(int32_t seconds, uint32_t nanoseconds) : nanoseconds_(int64_t{1000000000} * seconds + nanoseconds) {}
    double seconds() const { return 1e-9 * static_cast<double>(nanoseconds_); }

private:
    int64_t nanoseconds_;
};
} // namespace rclcpp

namespace hardware_interface
{
enum class return_type : std::uint8_t
{
    OK = 0,
    ERROR = 1,
};

enum class CallbackReturn : std::uint8_t
{
    SUCCESS,
    FAILURE,
    ERROR,
};

struct InterfaceInfo
{
    std::string name;
};

struct ComponentInfo
{
    std::string name;
    std::vector<InterfaceInfo> command_interfaces, state_interfaces;
};

struct HardwareInfo
{
    std::string name;
    std::unordered_map<std::string, std::string> hardware_parameters;
    std::vector<ComponentInfo> joints;
};

class Handle
{
public:
    Handle(const std::string &prefix, const std::string &name, double *value)
        : name_(prefix + "/" + name), value_(value)
    {
    }
    const std::string &get_name() const { return name_; }
    double get_value() const { return *value_; }
    void set_value(double value) { *value_ = value; }

private:
    std::string name_;
    double *value_;
};

class StateInterface : public Handle
{
    using Handle::Handle;
};

class CommandInterface : public Handle
{
    using Handle::Handle;
};

class SystemInterface
{
public:
    virtual ~SystemInterface() = default;
    virtual CallbackReturn on_init(const HardwareInfo &info)
    {
        info_ = info;
        return CallbackReturn::SUCCESS;
    }
    virtual std::vector<StateInterface> export_state_interfaces() = 0;
    virtual std::vector<CommandInterface> export_command_interfaces() = 0;
    virtual return_type read(const rclcpp::Time &time, const rclcpp::Duration &period) = 0;
    virtual return_type write(const rclcpp::Time &time, const rclcpp::Duration &period) = 0;

protected:
    HardwareInfo info_;
};
} // namespace hardware_interface
