import type { Sandbox } from '../../lab/sandbox/open.ts'

/** Progress goes to the error stream, results to standard output. */
export const say = (line: string): void => void process.stderr.write(`${line}\n`)

/** A link for a person: the whole condition, since names of profiles mean different things to different tools. */
export function linkText(link: Sandbox['link']): string {
  if (link === null) return 'none'
  const { rttMs, downMbps, upMbps, lossFraction } = link.condition
  const rate = downMbps === null && upMbps === null ? '' : `, ${downMbps ?? '∞'}/${upMbps ?? '∞'} Mbit/s`
  const loss = lossFraction === 0 ? '' : `, ${100 * lossFraction} % loss`
  return `${rttMs} ms RTT${rate}${loss} (${link.backend})`
}
