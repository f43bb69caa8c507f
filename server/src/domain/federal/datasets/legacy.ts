/** The day Motus took over: the old licensing and insurance files stand still since then. */
export const legacyFrozenOn = '2026-05-14';
