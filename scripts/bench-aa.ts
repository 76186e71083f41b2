import { CommanderError } from 'commander'
import { benchAaCommand } from '../bench/probe/study-command.ts'
import { explain } from '../cli/errors.ts'

try {
  await benchAaCommand().exitOverride().parseAsync()
} catch (error) {
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : 64
  else {
    const { exitCode, message } = explain(error)
    process.stderr.write(`bench-aa: ${message}\n`)
    process.exitCode = exitCode
  }
}
