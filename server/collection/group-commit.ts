export interface GroupCommitOptions<Job, Result> {
  /** All of them in one transaction; resolves, after its commit, to their results in order. */
  readonly commit: (jobs: readonly Job[]) => Promise<readonly Result[]>
  /** Where a commit fails by the fault of one of its jobs, each is tried on its own. */
  readonly isOneJobsFault: (error: unknown) => boolean
  /** Default 50. */
  readonly mostAtOnce?: number
  /** How long the first of a group waits for others, milliseconds. Default 20. */
  readonly waitMs?: number
}

interface Waiting<Job, Result> {
  readonly job: Job
  readonly resolve: (result: Result) => void
  readonly reject: (error: unknown) => void
}

/**
 * Many small writes as few transactions (safety.md DB-3): a commit waits for the disk once, whatever is in it. One commit
 * at a time; what comes meanwhile is the next group.
 */
export class GroupCommit<Job, Result> {
  readonly #options: Required<GroupCommitOptions<Job, Result>>
  readonly #waiting: Waiting<Job, Result>[] = []
  readonly #unsettled = new Set<Promise<unknown>>()
  #timer: NodeJS.Timeout | null = null
  #isCommitting = false

  constructor(options: GroupCommitOptions<Job, Result>) {
    this.#options = { mostAtOnce: 50, waitMs: 20, ...options }
  }

  /** Jobs that no commit has begun with. */
  get waiting(): number {
    return this.#waiting.length
  }

  /** Resolves after the commit; rejects with what it failed with. */
  async add(job: Job): Promise<Result> {
    const { promise, resolve, reject } = Promise.withResolvers<Result>()
    this.#waiting.push({ job, resolve, reject })
    this.#unsettled.add(promise)
    this.#schedule()
    try {
      return await promise
    } finally {
      this.#unsettled.delete(promise)
    }
  }

  /** Resolves when all that have been added so far are committed or have failed. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#unsettled)
  }

  #schedule(): void {
    if (this.#isCommitting || this.#waiting.length === 0) return
    if (this.#waiting.length >= this.#options.mostAtOnce) void this.#commitGroup()
    else this.#timer ??= setTimeout(() => void this.#commitGroup(), this.#options.waitMs)
  }

  async #commitGroup(): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
    this.#isCommitting = true
    await this.#commit(this.#waiting.splice(0, this.#options.mostAtOnce))
    this.#isCommitting = false
    this.#schedule()
  }

  /** Never rejects: every job hears what became of it. */
  async #commit(group: readonly Waiting<Job, Result>[]): Promise<void> {
    const { commit, isOneJobsFault } = this.#options
    try {
      const results = await commit(group.map(({ job }) => job))
      for (const [index, { resolve }] of group.entries()) resolve(results[index] as Result)
    } catch (error) {
      if (group.length > 1 && isOneJobsFault(error)) for (const one of group) await this.#commit([one])
      else for (const { reject } of group) reject(error)
    }
  }
}
