/** Settings of every test installation, so that no answer depends on how busy the machine is. */
export const PATIENT = { PROFILE_DEADLINE_MS: '60000' };
