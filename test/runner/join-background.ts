// Loaded before a test file: the process joins the group of background-group.ts, and all that it starts with it.
import { writeFileSync } from 'node:fs'
import { GROUP_VARIABLE } from './background-group.ts'

const procs = process.env[GROUP_VARIABLE]
if (procs !== undefined) {
  writeFileSync(procs, String(process.pid))
  // Processes that it starts are members already, and may not have the right to write.
  delete process.env[GROUP_VARIABLE]
}
