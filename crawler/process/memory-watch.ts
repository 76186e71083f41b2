import { groupMembers } from './group-members.ts'
import { atMostBytesOf, exactBytesOf } from './group-memory.ts'

/** Time between two looks, milliseconds: a page can fill memory at more than a gigabyte a second. */
const LOOK_MS = 100
/** Looks from one listing of the group's processes to the next: that reads all processes of the machine. */
const LOOKS_A_LISTING = 10

/** Growth of the quick figure, bytes, that makes the exact one worth its price again. */
const GROWTH_BYTES = 50_000_000

/**
 * Watches the memory of a process group until it is disposed of, and calls `onExceeded` once, with the bytes found, when
 * it is above the limit. Does nothing where the system does not tell (all but Linux). `isWatched` chooses among the
 * group's processes; default all.
 */
export function watchMemory(
  group: number,
  limitBytes: number,
  onExceeded: (bytes: number) => void,
  isWatched: (pid: string) => boolean = () => true,
): Disposable {
  let looks = 0
  let lookAgainBytes = 0
  let pids: readonly string[] = []
  const look = (): void => {
    if (looks++ % LOOKS_A_LISTING === 0)
      pids = (groupMembers(group) ?? []).map(({ pid }) => pid).filter(isWatched)
    const atMost = atMostBytesOf(pids)
    if (atMost <= limitBytes || atMost < lookAgainBytes) return
    const bytes = exactBytesOf(pids) ?? atMost
    lookAgainBytes = atMost + GROWTH_BYTES
    if (bytes <= limitBytes) return
    clearInterval(timer)
    onExceeded(bytes)
  }
  const timer = setInterval(look, LOOK_MS)
  timer.unref()
  return { [Symbol.dispose]: () => clearInterval(timer) }
}
