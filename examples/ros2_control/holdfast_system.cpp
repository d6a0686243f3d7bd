// A ros2_control system whose hardware is a holdfast world: controllers command its joints, and read them back.
//
//   <ros2_control name="arm" type="system">
//     <hardware>
//       <plugin>holdfast_ros2/System</plugin>
//       <param name="model">arm.urdf</param>      what hf_scene_open takes: URDF, MJCF, SDF, or a built-in scene
//     </hardware>
//     <joint name="shoulder"><command_interface name="effort"/><state_interface name="position"/>…</joint>
//   </ros2_control>
//
// A command "effort" is a force or torque at the joint; any other one is the control of the actuator that has the joint's
// name. Each read() simulates the period that has passed. In a package of its own: find_package(holdfast), and link
// holdfast::holdfast beside hardware_interface and pluginlib (docs/ros2.md).

#include <hardware_interface/system_interface.hpp>
#include <pluginlib/class_list_macros.hpp>

#include <holdfast/holdfast.h>

#include <cmath>
#include <memory>
#include <string>
#include <vector>

namespace holdfast_ros2
{

using hardware_interface::CallbackReturn;
using hardware_interface::return_type;

class System : public hardware_interface::SystemInterface
{
public:
    CallbackReturn on_init(const hardware_interface::HardwareInfo &info) override
    {
        if (hardware_interface::SystemInterface::on_init(info) != CallbackReturn::SUCCESS) return CallbackReturn::ERROR;
        auto model = info.hardware_parameters.find("model");
        if (model == info.hardware_parameters.end() || !open(model->second)) return CallbackReturn::ERROR;
        for (const auto &joint : info.joints)
        {
            Joint own;
            own.index = hf_model_find(model_.get(), HF_ITEM_JOINT, joint.name.c_str());
            own.actuator = hf_model_find(model_.get(), HF_ITEM_ACTUATOR, joint.name.c_str());
            if (own.index < 0) return CallbackReturn::ERROR; // no such joint in the model
            hf_joint_def def = hf_model_joint(model_.get(), own.index);
            if (def.kind != HF_JOINT_HINGE && def.kind != HF_JOINT_SLIDE) return CallbackReturn::ERROR;
            for (const auto &command : joint.command_interfaces) own.command_name = command.name;
            if (own.command_name != "" && own.command_name != "effort" && own.actuator < 0) return CallbackReturn::ERROR;
            joints_.push_back(own);
        }
        take_states();
        return CallbackReturn::SUCCESS;
    }

    std::vector<hardware_interface::StateInterface> export_state_interfaces() override
    {
        std::vector<hardware_interface::StateInterface> list;
        for (size_t k = 0; k < joints_.size(); k++)
        {
            list.emplace_back(info_.joints[k].name, "position", &joints_[k].position);
            list.emplace_back(info_.joints[k].name, "velocity", &joints_[k].velocity);
        }
        return list;
    }

    std::vector<hardware_interface::CommandInterface> export_command_interfaces() override
    {
        std::vector<hardware_interface::CommandInterface> list;
        for (size_t k = 0; k < joints_.size(); k++)
            if (joints_[k].command_name != "")
                list.emplace_back(info_.joints[k].name, joints_[k].command_name, &joints_[k].command);
        return list;
    }

    return_type write(const rclcpp::Time &, const rclcpp::Duration &) override
    {
        hf_status status = HF_STATUS_OK;
        for (const Joint &joint : joints_)
        {
            if (status != HF_STATUS_OK || joint.command_name == "" || !std::isfinite(joint.command)) continue;
            if (joint.command_name == "effort")
                status = hf_world_set_joint_force(world_.get(), joint.index, &joint.command, &error_);
            else status = hf_world_set_control(world_.get(), joint.actuator, joint.command, &error_);
        }
        return status == HF_STATUS_OK ? return_type::OK : return_type::ERROR;
    }

    return_type read(const rclcpp::Time &, const rclcpp::Duration &period) override
    {
        // A period that is no whole number of steps leaves the rest for the next one.
        due_ += period.seconds();
        while (due_ >= timestep_ * (1 - 1e-9))
        {
            hf_step_report report;
            if (hf_world_step(world_.get(), 0.0, &report, &error_) != HF_STATUS_OK) return return_type::ERROR;
            if (report.quality == HF_STEP_FAILED) return return_type::ERROR; // the state is that before the step
            due_ -= timestep_;
        }
        take_states();
        return return_type::OK;
    }

private:
    struct Joint
    {
        int index = -1, actuator = -1;
        std::string command_name;
        double position = 0, velocity = 0, command = std::nan("");
    };

    bool open(const std::string &scene)
    {
        hf_builder *builder = nullptr;
        hf_model *model = nullptr;
        hf_world *world = nullptr;
        if (hf_scene_open(scene.c_str(), 0, nullptr, nullptr, &builder, &error_) != HF_STATUS_OK) return false;
        hf_status status = hf_model_build(builder, &model, &error_);
        hf_builder_destroy(builder);
        if (status != HF_STATUS_OK) return false;
        model_.reset(model);
        if (hf_world_create(model, &world, &error_) != HF_STATUS_OK) return false;
        world_.reset(world);
        timestep_ = hf_model_settings(model).step.timestep;
        return true;
    }

    void take_states()
    {
        for (Joint &joint : joints_)
        {
            joint.position = hf_world_q(world_.get())[hf_model_joint_q(model_.get(), joint.index)];
            joint.velocity = hf_world_v(world_.get())[hf_model_joint_v(model_.get(), joint.index)];
        }
    }

    struct Destroy
    {
        void operator()(hf_model *model) const { hf_model_destroy(model); }
        void operator()(hf_world *world) const { hf_world_destroy(world); }
    };
    std::unique_ptr<hf_model, Destroy> model_; // ends after its world
    std::unique_ptr<hf_world, Destroy> world_;
    std::vector<Joint> joints_;
    hf_error error_{};
    double timestep_ = 0, due_ = 0; // [s]
};

} // namespace holdfast_ros2

PLUGINLIB_EXPORT_CLASS(holdfast_ros2::System, hardware_interface::SystemInterface)
