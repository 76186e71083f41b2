import { labRunner } from '../cli/lab/lab-runner.ts'
import type { RunnerOrder } from '../lab/run/runner-messages.ts'

const { DATABASE_URL: database = '' } = process.env
// Browsers need not know it.
delete process.env.DATABASE_URL

/** What `towline lab run` starts at the client's end of a lab's network; its argument is the rest of a RunnerOrder in JSON. */
const rest = JSON.parse(process.argv[2] ?? '') as Omit<RunnerOrder, 'database'>
await labRunner({ ...rest, database })
