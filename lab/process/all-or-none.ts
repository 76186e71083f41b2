/** Does them all at once. All are over when this settles, also where one of them fails: the others are then aborted. */
export async function allOrNone<T>(
  signal: AbortSignal,
  items: readonly T[],
  task: (item: T, index: number, signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const failed = new AbortController()
  const inner = AbortSignal.any([signal, failed.signal])
  await Promise.all(
    items.map((item, index) => task(item, index, inner).catch((error: unknown) => failed.abort(error))),
  )
  signal.throwIfAborted()
  failed.signal.throwIfAborted()
}
