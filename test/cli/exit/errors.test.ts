import assert from 'node:assert/strict'
import { test } from 'node:test'
import { explain } from '../../../cli/exit/errors.ts'
import { CliError, EXIT, isInterruption, untilInterrupted } from '../../../cli/exit/exit-codes.ts'
import { DatabaseError } from '../../../db/connection/database-error.ts'

const system = (code: string, path?: string): Error => Object.assign(new Error(code), { code, path })

test('an error that the user can mend is one line with the exit code of its kind', () => {
  const cases: [unknown, number, RegExp][] = [
    [new CliError(EXIT.config, 'no contact'), 78, /^no contact$/],
    [
      system('ENOSPC', '/data/a.db'),
      74,
      /^the disk is full \(\/data\/a\.db\): free some space and run it again$/,
    ],
    [system('EROFS'), 74, /^cannot write/],
    [system('ENOENT', 'list.csv'), 66, /^no such file \(list\.csv\)$/],
    [system('EACCES'), 66, /^not allowed/],
    [new CliError(EXIT.data, 'a\u001b[2J'), 65, /^a\\u\{1b\}\[2J$/],
  ]
  for (const [error, exitCode, message] of cases) {
    const explained = explain(error)
    assert.equal(explained.exitCode, exitCode)
    assert.match(explained.message, message)
  }
})

test('--resume is named to a command that has it, where the machine was in the way', () => {
  const full = new DatabaseError('full', 'no space left')
  assert.equal(explain(full, true).message, 'no space left (--resume continues)')
  assert.equal(explain(full, false).message, 'no space left')
  assert.equal(explain(new CliError(EXIT.io, 'another checksum'), true).message, 'another checksum')
})

test('anything else is a fault of the program, with where it happened', () => {
  const { exitCode, message } = explain(new TypeError('x is undefined'))
  assert.equal(exitCode, EXIT.software)
  assert.match(message, /please report it: TypeError: x is undefined\n +at /)
  assert.equal(explain('thrown text').exitCode, EXIT.software)
})

test('Ctrl-C aborts once with a reason that is no fault, also where a stream wraps it', async () => {
  await using interrupt = untilInterrupted()
  process.emit('SIGINT')
  const reason = interrupt.signal.reason as Error
  assert.equal(interrupt.signal.aborted, true)
  assert.ok(isInterruption(reason))
  const wrapped = Object.assign(new Error('aborted', { cause: reason }), { name: 'AbortError' })
  assert.deepEqual(explain(wrapped), { exitCode: 130, message: 'stopped' })
  assert.equal(isInterruption(Object.assign(new Error('aborted'), { name: 'AbortError' })), false)
})
