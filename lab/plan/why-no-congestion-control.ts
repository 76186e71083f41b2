import { availableCongestionControls } from '../process/congestion-controls.ts'

/** Names TCP's congestion controls that this kernel lacks; null where it has all. Null names are the machine's. */
export async function whyNoCongestionControl(names: readonly (string | null)[]): Promise<string | null> {
  const wanted = new Set(names.filter((name) => name !== null))
  if (wanted.size === 0) return null
  const available = await availableCongestionControls()
  const missing = [...wanted].filter((name) => !available.includes(name))
  return missing.length === 0
    ? null
    : `this kernel has no congestion control ${missing.join(', ')}: load it by \`modprobe tcp_${missing[0]}\``
}
