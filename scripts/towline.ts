#!/usr/bin/env node
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { endWithSupervisor, needsWorker, supervise } from '../cli/supervise.ts'

// A survey keeps some 20 MiB alive. V8 would let garbage grow to several times that before it looks for it.
setFlagsFromString('--heap-growing-percent=40')
// Stripping types and compiling is half of what a short command costs.
enableCompileCache(join(import.meta.dirname, '..', '.cache', 'towline', 'compiled'))

const argv = process.argv.slice(2)
if (needsWorker(argv, process.env)) {
  process.exitCode = await supervise(import.meta.filename, argv, () => performance.now())
} else {
  endWithSupervisor()
  const [{ failOnLostOutput }, { main }] = await Promise.all([
    import('../cli/lost-output.ts'),
    import('../cli/main.ts'),
  ])
  failOnLostOutput()
  process.exitCode = await main(argv)
}
