import { timingSafeEqual } from 'node:crypto'
import type { Database } from '../../db/connection/database.ts'
import { inviteHash, listInvites } from '../../db/field/field-invites.ts'
import { openStudies, studySites } from '../../db/field/field-studies.ts'
import { inviteToken } from '../field/invite-token.ts'

interface KnownStudy {
  readonly list: string
  /** Is null where it is open to everybody. */
  readonly pilot: string | null
  readonly sites: ReadonlySet<number>
  /** SHA-256 of the tokens of its pilot's invites. */
  readonly inviteHashes: readonly Uint8Array[]
}

/** Studies are opened and invites revoked by other processes: so often is looked for it. */
const REFRESH_MS = 1_000

/** The open studies, in memory. What the operator changes holds a second later. */
export class StudyDirectory {
  readonly #db: Database
  readonly #clock: () => number
  #studies: ReadonlyMap<string, KnownStudy> = new Map()
  #refreshedAtMs = Number.NEGATIVE_INFINITY
  #refreshing: Promise<void> | null = null

  /** `db` may be read-only; `clock` is monotonic, milliseconds. */
  constructor(db: Database, clock: () => number) {
    this.#db = db
    this.#clock = clock
  }

  /** Returns null where no study of this list is open. Rejects with a `DatabaseError`. */
  async find(list: string): Promise<KnownStudy | null> {
    if (this.#clock() - this.#refreshedAtMs >= REFRESH_MS) {
      this.#refreshing ??= this.#refresh().finally(() => {
        this.#refreshing = null
      })
      await this.#refreshing
    }
    return this.#studies.get(list) ?? null
  }

  async #refresh(): Promise<void> {
    const startedMs = this.#clock()
    const studies = new Map<string, KnownStudy>()
    const invites = (await listInvites(this.#db)).filter(({ revokedDay }) => revokedDay === null)
    for (const { list, pilot } of await openStudies(this.#db)) {
      // The sites of a study never change.
      const sites = this.#studies.get(list)?.sites ?? (await this.#readSites(list))
      const inviteHashes = invites
        .filter((invite) => invite.pilot === pilot)
        .map(({ tokenHash }) => Buffer.from(tokenHash, 'hex'))
      studies.set(list, { list, pilot, sites, inviteHashes })
    }
    this.#studies = studies
    this.#refreshedAtMs = startedMs
  }

  async #readSites(list: string): Promise<ReadonlySet<number>> {
    return new Set((await studySites(this.#db, list)).map(({ site }) => site))
  }
}

/** Whether a request with this Authorization header may have to do with the study (safety.md ING-16). */
export function mayEnter(study: KnownStudy, authorization: string | undefined): boolean {
  if (study.pilot === null) return true
  const token = inviteToken(authorization)
  if (token === null) return false
  const hash = Buffer.from(inviteHash(token), 'hex')
  return study.inviteHashes.some((known) => timingSafeEqual(hash, known))
}
