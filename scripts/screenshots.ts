import { CommanderError } from 'commander'
import { screenshotsCommand } from '../bench/screenshots/screenshots.ts'
import { explain } from '../cli/exit/errors.ts'

try {
  await screenshotsCommand().exitOverride().parseAsync()
} catch (error) {
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : 64
  else {
    const { exitCode, message } = explain(error)
    process.stderr.write(`screenshots: ${message}\n`)
    process.exitCode = exitCode
  }
}
