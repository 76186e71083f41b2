import { CommanderError } from 'commander'
import { benchServerCommand } from '../bench/server/command.ts'
import { explain } from '../cli/errors.ts'

try {
  await benchServerCommand().exitOverride().parseAsync()
} catch (error) {
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : 64
  else {
    const { exitCode, message } = explain(error)
    process.stderr.write(`bench-server: ${message}\n`)
    process.exitCode = exitCode
  }
}
