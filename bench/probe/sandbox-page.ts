import { CliError, EXIT } from '../../cli/exit/exit-codes.ts'
import type { Sandbox } from '../../lab/sandbox/open.ts'
import type { BenchArm } from './contender.ts'

/** @throws CliError unless the sandbox has a page of that name that loads, and whose main document all arms can get. */
export function demandPage({ pages }: Sandbox, domain: string, arms: readonly BenchArm[]): void {
  const site = pages.find((each) => each.domain === domain)
  const fits = site?.page?.failure === null && arms.every((arm) => site.facts[arm] === true)
  if (fits) return
  const known = pages
    .filter(({ page, facts }) => page?.failure === null && arms.every((arm) => facts[arm] === true))
    .map((each) => each.domain)
  throw new CliError(EXIT.usage, `${domain} is no page for this: take one of ${known.join(', ')}`)
}
