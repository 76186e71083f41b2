import { CommanderError } from 'commander'
import { benchWebCommand } from '../bench/web/command.ts'
import { explain } from '../cli/errors.ts'

try {
  await benchWebCommand().exitOverride().parseAsync()
} catch (error) {
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : 64
  else {
    const { exitCode, message } = explain(error)
    process.stderr.write(`bench-web: ${message}\n`)
    process.exitCode = exitCode
  }
}
