#!/usr/bin/env node
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { cacheFolder } from '../crawler/process/cache-folder.ts'

// A survey keeps some 20 MiB alive. V8 would let garbage grow to several times that before it looks for it.
setFlagsFromString('--heap-growing-percent=40')
// Stripping types and compiling is half of what a short command costs, and of the start of each process that it starts.
process.env.NODE_COMPILE_CACHE ??= join(cacheFolder(), 'compiled')
enableCompileCache(process.env.NODE_COMPILE_CACHE)

// The cache serves only what is imported from here on.
const [{ guardOutput }, { needsWorker }, { workerOrder }] = await Promise.all([
  import('../cli/output/guard-output.ts'),
  import('../cli/worker/needs-worker.ts'),
  import('../cli/worker/worker-order.ts'),
])
guardOutput(process.stdout)
guardOutput(process.stderr)

const argv = process.argv.slice(2)
const order = workerOrder(process.env)
if (order === null && needsWorker(argv)) {
  const { supervise } = await import('../cli/worker/supervise.ts')
  process.exitCode = await supervise(import.meta.filename, argv, () => performance.now())
} else {
  const [{ failOnLostOutput }, { beginAsWorker }] = await Promise.all([
    import('../cli/exit/lost-output.ts'),
    import('../cli/worker/worker.ts'),
  ])
  beginAsWorker()
  failOnLostOutput()
  const { surveyId = null, part, options = null } = order ?? {}
  if (surveyId !== null && part !== undefined && options !== null) {
    // No more than it needs: each module that is loaded takes memory in every worker.
    const { joinSurvey } = await import('../cli/survey/join-survey.ts')
    process.exitCode = await joinSurvey(surveyId, part, options)
  } else {
    const { main } = await import('../cli/main.ts')
    process.exitCode = await main(argv)
  }
}
