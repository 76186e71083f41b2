import { cpus } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'

const EVERY_MS = 1_000
/** Of all processors together. At 0.35 no further room began although 28 % stood idle throughout a run of CI. */
const SPARE_SHARE = 0.2

/** Calls `onSpare` after each second in which a fifth of the processors' time was not used. Stops when it is disposed of. */
export function watchIdle(onSpare: () => void): Disposable {
  let before = times()
  const timer = setInterval(() => {
    const now = times()
    const share = idleShare(before, now)
    before = now
    if (share > SPARE_SHARE) onSpare()
  }, EVERY_MS)
  return { [Symbol.dispose]: () => clearInterval(timer) }
}

/** Share of all processors' time that was used while so many milliseconds passed, 0 to 1. */
export async function usedShare(overMs: number): Promise<number> {
  const before = times()
  await sleep(overMs)
  return 1 - idleShare(before, times())
}

/** Of all processors since the machine's start, milliseconds. */
interface Times {
  readonly idle: number
  readonly all: number
}

const idleShare = (before: Times, now: Times): number => (now.idle - before.idle) / (now.all - before.all)

function times(): Times {
  const sum = { idle: 0, all: 0 }
  for (const { times } of cpus()) {
    sum.idle += times.idle
    sum.all += Object.values(times).reduce((total, ms) => total + ms, 0)
  }
  return sum
}
