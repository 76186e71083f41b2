import type { Command } from 'commander'
import { isMap, isScalar, isSeq, LineCounter, parseDocument } from 'yaml'
import { readText } from '../../crawler/files/read-file.ts'
import { CliError, EXIT } from '../exit/exit-codes.ts'
import { SETTINGS_FILE } from './shown-options.ts'

const MOST_BYTES = 100_000

/** The file's words on a command, as arguments that stand before those that were typed. */
export interface Settings {
  readonly argv: readonly string[]
  readonly names: readonly string[]
}

const NONE: Settings = { argv: [], names: [] }

/**
 * Reads the options of a command from `towline.yaml`: a map of commands (`crawl`, `lab run`), each a map of its options without
 * dashes; true and false for those without a value. No file, or nothing about the command: none.
 * @throws CliError with the line of what is wrong
 */
export async function readSettings(command: Command, words: string, file = SETTINGS_FILE): Promise<Settings> {
  const text = await readText(file, { maxBytes: MOST_BYTES }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw new CliError(EXIT.config, `${file} cannot be read (${error.code ?? error.message})`)
  })
  if (text === null) return NONE
  const lines = new LineCounter()
  const fault = (offset: number, what: string): CliError =>
    new CliError(EXIT.config, `${file}, line ${lines.linePos(offset).line}: ${what}`)
  const document = parseDocument(text, { lineCounter: lines, uniqueKeys: true })
  const [error] = document.errors
  if (error !== undefined)
    throw fault(error.pos[0], error.message.split('\n')[0]?.replace(/ at line.*/, '') ?? '')
  if (document.contents === null) return NONE
  if (!isMap(document.contents)) throw fault(0, 'not a map of commands, such as `crawl:`')
  const own = document.contents.get(words, true)
  if (own === undefined) return NONE
  if (!isMap(own)) throw fault(own.range?.[0] ?? 0, `'${words}' is not a map of options`)
  const argv: string[] = []
  const names: string[] = []
  for (const { key, value } of own.items) {
    if (!isScalar(key)) continue
    const at = key.range?.[0] ?? 0
    const name = String(key.value)
    const option = command.options.find(
      ({ long, negate }) => long === (negate ? `--no-${name}` : `--${name}`),
    )
    if (option === undefined) throw fault(at, `'${words}' has no option --${name}`)
    const values = (isSeq(value) ? value.items : [value]).map((item) => (isScalar(item) ? item.value : item))
    const isFlag = !option.required && !option.optional
    if (
      values.some((each) =>
        isFlag ? typeof each !== 'boolean' : !['string', 'number'].includes(typeof each),
      )
    )
      throw fault(at, `--${name} takes ${isFlag ? 'true or false' : 'a text or number'}`)
    names.push(name)
    if (!isFlag) for (const each of values) argv.push(`--${name}=${String(each)}`)
    else if (values[0] !== option.negate) argv.push(option.long ?? '')
  }
  return { argv, names }
}
