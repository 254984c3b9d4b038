// Pictures of the models that are no drivetrains, which have drawings of their own.

const frame = (/** @type {string} */ body) =>
  `<svg viewBox="0 0 160 76" fill="none" stroke="currentColor" stroke-width="2.4" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">${body}</svg>`;

/** By kind of model. @type {Record<string, string>} */
export const PICTURES = {
  // Motor, wheels, arm with a load.
  MotionTransmission: frame(
    '<rect x="10" y="27" width="30" height="22" rx="3"/><path d="M40 38h14M14 27v-5h22v5"/><circle cx="64" cy="38" r="10"/><circle cx="64" cy="38" r="2.4" fill="currentColor"/>' +
      '<circle cx="94" cy="38" r="20"/><circle cx="94" cy="38" r="2.4" fill="currentColor"/><path d="M94 38 142 20"/><path d="M142 20v26m-5-7 5 8 5-8"/><path d="M82 66c7 4 17 4 24 0" stroke-dasharray="1 5"/>',
  ),
  // Spool valve over a motor, with the loop back from the arm.
  ServoActuator: frame(
    '<rect x="20" y="8" width="66" height="20" rx="3"/><path d="M32 12v12M44 18h18M74 12v12M8 18h12M53 28v8M70 28v8"/><circle cx="62" cy="50" r="14"/><path d="m56 44 6-4 6 4M56 56l6 4 6-4"/>' +
      '<path d="M76 50h18"/><circle cx="103" cy="50" r="9"/><path d="m103 50 38-14"/><path d="M141 36V10H96" stroke-dasharray="4 4"/><path d="m101 6-6 4 6 4"/>',
  ),
  // Cylinder, piston, mass, spring to the wall.
  HydraulicActuator: frame(
    '<rect x="8" y="22" width="58" height="30" rx="3"/><path d="M32 22v30M32 37h46M16 22v-9M58 22v-9"/><rect x="78" y="24" width="28" height="26" rx="2"/><path d="M106 37h5l3-8 6 16 6-16 6 16 3-8h7"/>' +
      '<path d="M142 18v38M142 24l8-6M142 34l8-6M142 44l8-6M142 54l8-6"/><path d="M74 56h36M78 62l-4-6M88 62l-4-6M98 62l-4-6M108 62l-4-6"/>',
  ),
};
