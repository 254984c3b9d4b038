% Fig 6 of Borello & Dalla Vedova (2012) with Simulink's FMU block: a step to 1.5 deg against the load while the supply
% pressure drops. Run it in the folder of ServoActuator.fmu. NOT RUN HERE: see README.md.

model = 'actuator_fig06';
step = 1e-3;
stop = 1.6;
folder = fileparts(mfilename('fullpath'));
addpath(folder);                                  % the block wants the bare name of a file on the path
assert(isfile(fullfile(folder, 'ServoActuator.fmu')), 'ServoActuator.fmu is not in this folder; see README.md');

% Inputs, one value per communication step; Simulink holds each over its step.
time = (0:step:stop)';
command = deg2rad(1.5) * (time >= 0.1 - step/2);
load_torque = 74500 * ones(size(time));
supply_pressure = interp1([0 0.3 0.4 0.6 0.8 stop], [26e6 26e6 5e6 5e6 26e6 26e6], time);

if bdIsLoaded(model), close_system(model, 0); end
new_system(model);
set_param(model, 'SolverType', 'Fixed-step', 'Solver', 'FixedStepDiscrete', 'FixedStep', num2str(step, 17), ...
    'StopTime', num2str(stop));
servo = [model '/servo'];
add_block('simulink_extras/FMU Import/FMU', servo, 'FMUName', 'ServoActuator.fmu');
set_param(servo, 'FMUInputMapping', 'Flat', 'FMUOutputMapping', 'Flat', 'FMUSampleTime', num2str(step, 17));

% Inputs are in the order of the model description.
names = {'command', 'load_torque', 'supply_pressure'};
for k = 1:numel(names)
    assignin('base', ['fig06_' names{k}], timeseries(eval(names{k}), time));
    add_block('simulink/Sources/From Workspace', [model '/' names{k}], 'VariableName', ['fig06_' names{k}], ...
        'Interpolate', 'off', 'SampleTime', num2str(step, 17));
    add_line(model, [names{k} '/1'], ['servo/' num2str(k)]);
end

% The first output is the position.
add_block('simulink/Sinks/To Workspace', [model '/position'], 'VariableName', 'fig06_position', ...
    'SaveFormat', 'Timeseries');
add_line(model, 'servo/1', 'position/1');

result = sim(model, 'ReturnWorkspaceOutputs', 'on');
position = rad2deg(result.fig06_position.Data(end));
fprintf('position at %.1f s: %.6f deg; with exact inputs 1.476880 deg\n', stop, position);
% Held inputs are half a step late on the ramps of the pressure.
assert(abs(position - 1.476880) < 1e-3, 'the servo ends elsewhere');
