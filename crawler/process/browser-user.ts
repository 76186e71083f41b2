import { readFileSync } from 'node:fs'

/** Says how a browser that root starts gets rid of root's rights (CRW-9). */
export type BrowserUser =
  /** User and group ids of its own. */
  | { readonly kind: 'ids'; readonly uid: number; readonly gid: number }
  /**
   * A user namespace below this one, in which it has ids other than 0: this one has no other id to give away, and its
   * root has the rights of the user who made it, and no more.
   */
  | { readonly kind: 'namespace' }

/** Exceeds what systems assign to users and groups; the process id makes it this run's alone. */
const FIRST_ID = 1_700_000_000
/** Ids mapped in part, as in a container, need one above the system's users and those of people, below `nobody`. */
const FIRST_MAPPED_ID = 65_000
const MAPPED_IDS = 500

/**
 * The user that browsers of this process run as; null where that is this process's own, which is not root.
 * @param gid group id by which a filter knows them (`openEgressFilter`). Default: the same number as the user id.
 */
export function browserUser(gid?: number): BrowserUser | null {
  if (process.geteuid?.() !== 0) return null
  const uid = unusedId('uid')
  const group = gid ?? unusedId('gid')
  return uid === null || group === null ? { kind: 'namespace' } : { kind: 'ids', uid, gid: group }
}

/** An id that nobody has, of those that this process may give away; null where it may give none. */
export function unusedId(kind: 'uid' | 'gid'): number | null {
  const ranges = mappedIds(kind)
  const ids = [FIRST_ID + process.pid, FIRST_MAPPED_ID + (process.pid % MAPPED_IDS)]
  return ids.find((id) => ranges.some(({ first, count }) => id >= first && id < first + count)) ?? null
}

/** Whether a user id of this process's user namespace is root's, there or in the namespace around it. */
export function isRootsId(uid: number): boolean {
  const range = mappedIds('uid').find(({ first, count }) => uid >= first && uid < first + count)
  return range === undefined ? uid === 0 : range.outside + (uid - range.first) === 0
}

interface IdRange {
  readonly first: number
  /** Id of the first in the namespace around. */
  readonly outside: number
  readonly count: number
}

/** Ids of this process's user namespace, user_namespaces(7); all of them where the system has no such thing. */
function mappedIds(kind: 'uid' | 'gid'): IdRange[] {
  let map: string
  try {
    map = readFileSync(`/proc/self/${kind}_map`, 'utf8')
  } catch {
    // Not Linux, or a kernel without user namespaces.
    return [{ first: 0, outside: 0, count: 2 ** 32 - 1 }]
  }
  return map
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .map(([first, outside, count]) => ({
      first: Number(first),
      outside: Number(outside),
      count: Number(count),
    }))
}
