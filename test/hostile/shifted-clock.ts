/** A module to start Node with: its wall clock is `CLOCK_SHIFT_MS` ahead, as that of a machine that nobody sets. */
const shiftMs = Number(process.env.CLOCK_SHIFT_MS ?? 0)
const RealDate = globalThis.Date

globalThis.Date = class extends RealDate {
  constructor(...all: []) {
    if (all.length === 0) super(RealDate.now() + shiftMs)
    else super(...all)
  }
  static override now(): number {
    return RealDate.now() + shiftMs
  }
} as DateConstructor
