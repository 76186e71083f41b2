import { type GroupCommit, groupCommit } from './group-commit.ts'

interface AnsweredCommitOptions<Job, Result> {
  /** All of them in one transaction; resolves, after its commit, to their results in order. */
  readonly commit: (jobs: readonly Job[]) => Promise<readonly Result[]>
  /** Says whether a commit failed by the fault of one of its jobs, so that each is tried on its own. */
  readonly isOneJobsFault: (error: unknown) => boolean
  readonly maxJobs: number
  /** Says how long the first of a group waits for others, milliseconds. */
  readonly maxMs: number
}

interface Waiting<Job, Result> {
  readonly job: Job
  readonly resolve: (result: Result) => void
  readonly reject: (error: unknown) => void
}

/** A group commit (safety.md DB-3) that answers every job: with its result, or with the error of its commit. */
export class AnsweredCommit<Job, Result> {
  readonly #options: AnsweredCommitOptions<Job, Result>
  readonly #commits: GroupCommit<Waiting<Job, Result>>
  readonly #unsettled = new Set<Promise<unknown>>()

  constructor(options: AnsweredCommitOptions<Job, Result>) {
    this.#options = options
    this.#commits = groupCommit({
      maxItems: options.maxJobs,
      maxMs: options.maxMs,
      commit: (group) => this.#commit(group),
      // Every job gets its own error.
      onError: () => {},
    })
  }

  get waiting(): number {
    return this.#commits.waiting
  }

  /** Resolves after the commit; rejects with what it failed with. */
  async add(job: Job): Promise<Result> {
    const { promise, resolve, reject } = Promise.withResolvers<Result>()
    this.#unsettled.add(promise)
    this.#commits.add({ job, resolve, reject })
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

  /** Never rejects. */
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
