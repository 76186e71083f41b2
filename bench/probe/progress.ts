import { conditionText } from '../../lab/link/condition/condition-text.ts'
import type { Sandbox } from '../../lab/sandbox/open.ts'

/** Progress goes to the error stream, results to standard output. */
export const say = (line: string): void => void process.stderr.write(`${line}\n`)

/** A link for a person. */
export function linkText(link: Sandbox['link']): string {
  return link === null ? 'none' : `${conditionText(link.condition)} (${link.backend})`
}
