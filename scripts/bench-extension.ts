import { CommanderError } from 'commander'
import { benchExtensionCommand } from '../bench/extension/command.ts'
import { explain } from '../cli/errors.ts'

try {
  await benchExtensionCommand().exitOverride().parseAsync()
} catch (error) {
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : 64
  else {
    const { exitCode, message } = explain(error)
    process.stderr.write(`bench-extension: ${message}\n`)
    process.exitCode = exitCode
  }
}
