import { CommanderError } from 'commander'
import { benchIngestCommand } from '../bench/ingest/command.ts'
import { explain } from '../cli/errors.ts'

try {
  await benchIngestCommand().exitOverride().parseAsync()
} catch (error) {
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : 64
  else {
    const { exitCode, message } = explain(error)
    process.stderr.write(`bench-ingest: ${message}\n`)
    process.exitCode = exitCode
  }
}
