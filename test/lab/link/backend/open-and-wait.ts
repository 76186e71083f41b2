/** A program for root: opens a link and says `open`, then waits to be killed. Its arguments are a LinkPlan without signal, in JSON. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { LinkPlan } from '../../../../lab/link/backend/link-plan.ts'
import { openLink } from '../../../../lab/link/backend/open-link.ts'

const plan = JSON.parse(process.argv[2] ?? '') as Omit<LinkPlan, 'signal'>
await openLink({ ...plan, signal: AbortSignal.timeout(60_000) })
process.stdout.write('open\n')
await sleep(60_000)
