export interface GroupCommit<T> {
  /** Takes one item; it is committed within `maxMs`, or as soon as `maxItems` have come. */
  add(item: T): void
  /** Resolves when everything that was added before has been committed; rejects where that failed. */
  flush(): Promise<void>
  readonly waiting: number
}

interface GroupCommitOptions<T> {
  readonly maxItems: number
  readonly maxMs: number
  /** Commits are made one after the other, at most `maxItems` each. Where one rejects, its items are kept. */
  readonly commit: (items: readonly T[]) => Promise<void>
  /** Called where a commit failed that nobody waits for. Nothing is committed after it until the next `flush`. */
  readonly onError: (error: unknown) => void
}

/**
 * Collects items and commits them together: a transaction with its fsync costs the same for one item as for a hundred.
 */
export function groupCommit<T>({ maxItems, maxMs, commit, onError }: GroupCommitOptions<T>): GroupCommit<T> {
  let items: T[] = []
  let added = 0
  let committed = 0
  let inCommit = 0
  let timer: NodeJS.Timeout | null = null
  let committing: Promise<void> | null = null
  let failed = false

  function start(): Promise<void> {
    if (timer !== null) clearTimeout(timer)
    timer = null
    committing ??= commitAll().finally(() => {
      committing = null
      schedule()
    })
    return committing
  }

  async function commitAll(): Promise<void> {
    // Commits what is there now, and what fills up in the meantime; the rest waits for its own time.
    do await commitBatch(items.slice(0, maxItems))
    while (items.length >= maxItems)
  }

  async function commitBatch(batch: readonly T[]): Promise<void> {
    inCommit = batch.length
    try {
      await commit(batch)
      items = items.slice(batch.length)
      committed += batch.length
    } catch (error) {
      failed = true
      throw error
    } finally {
      inCommit = 0
    }
  }

  function schedule(): void {
    if (failed || committing !== null || items.length === 0) return
    if (items.length >= maxItems) start().catch(onError)
    else timer ??= setTimeout(() => start().catch(onError), maxMs)
  }

  return {
    get waiting() {
      return items.length - inCommit
    },
    add(item) {
      items.push(item)
      added += 1
      schedule()
    },
    async flush() {
      failed = false
      for (const target = added; committed < target; ) await start()
    },
  }
}
