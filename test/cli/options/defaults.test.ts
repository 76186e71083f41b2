import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { test } from 'node:test'
import { Command } from 'commander'
import { cacheOption } from '../../../cli/options/cache-option.ts'
import { databaseOption } from '../../../cli/options/database.ts'
import { ENTRY } from '../../../cli/options/entry.ts'
import { linkBackendOption } from '../../../cli/options/link-backend-option.ts'
import { addListOptions, addRunOptions, addWorkersOption } from '../../../cli/options/run-options.ts'
import { addProbeOptions } from '../../../cli/probe/probe-options.ts'
import { addSelectOptions } from '../../../cli/survey/select.ts'
import { environment } from '../towline.ts'

/** The options of `crawl` as they are without any on the command line. */
function defaults(): Record<string, unknown> {
  const { env } = process
  process.env = environment()
  try {
    const command = new Command('crawl')
    for (const add of [addListOptions, addRunOptions, addWorkersOption, addSelectOptions, addProbeOptions])
      add(command)
    return command.parse([], { from: 'user' }).opts()
  } finally {
    process.env = env
  }
}

test('a first run is polite by its defaults', () => {
  const { robots, perAddress, timeout, pause, rounds, select, arms, order, contact, database, allowAddress } =
    defaults()
  assert.deepEqual(
    { robots, perAddress, timeout, pause, rounds, select, arms, order, contact, database, allowAddress },
    {
      robots: true,
      perAddress: 2,
      timeout: 20_000,
      pause: 2_000,
      rounds: 10,
      select: 8,
      arms: ['h1', 'h2', 'h3'],
      order: 'rank',
      contact: undefined,
      database: 'data/towline.sqlite',
      allowAddress: [],
    },
  )
})

test('the same option means the same in every command that has it', () => {
  assert.equal(databaseOption().envVar, 'DATABASE_URL')
  assert.equal(cacheOption('programs').envVar, 'TOWLINE_CACHE')
  assert.deepEqual(linkBackendOption().argChoices, ['netem', 'rattan'])
  assert.ok(existsSync(ENTRY), 'the command is a file')
})
