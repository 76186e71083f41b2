import { labRunner } from '../cli/lab/lab-runner.ts'
import type { RunnerOrder } from '../lab/run/runner-messages.ts'

/** What `towline lab run` starts at the client's end of a lab's network; its argument is a RunnerOrder in JSON. */
await labRunner(JSON.parse(process.argv[2] ?? '') as RunnerOrder)
