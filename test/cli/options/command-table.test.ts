import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Help } from 'commander'
import { COMMANDS } from '../../../cli/commands.ts'
import type { CommandTable } from '../../../cli/options/command-table.ts'

async function assertLines(table: CommandTable, group: string): Promise<void> {
  for (const entry of table) {
    const command = `${group} ${entry.usage}`
    if ('group' in entry) await assertLines(await entry.group(), command)
    else assert.equal(`${group} ${new Help().subcommandTerm((await entry.load())())}`, command)
  }
}

test('the list of commands shows each with the arguments that it takes', () =>
  assertLines(COMMANDS, 'towline'))
