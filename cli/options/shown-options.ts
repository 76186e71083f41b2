import { type Command, Help, type Option } from 'commander'

/** Shows all options of a command that has many; `--help` shows those that most people set. */
export const HELP_ALL = '--help-all'

/** File in the working folder: options of commands that would else be typed each time (settings-file.ts). */
export const SETTINGS_FILE = 'towline.yaml'

/** Options that `--help` shows, by the command's words. It shows all of other commands. */
export const SHOWN: Readonly<Record<string, readonly string[]>> = {
  advise: words('networks minutes resume sandbox contact report json assert junit folder unconfined'),
  check: words('arms rounds resume sandbox link contact assert json junit folder unconfined'),
  crawl: words('sandbox survey-only list top resume contact opt-out database select arms rounds until-ci'),
  probe: words('sites from-survey sandbox link arms rounds until-ci resume contact database'),
  record: words('from-survey out resume loads page sandbox contact database'),
  replay: words('resume arms link rounds until-ci lanes database'),
  'lab run': words('resume rounds only cells graphs until-ci lanes database'),
  serve: words(
    'port host recorded read-only data-license public-origin proxies accept-checks contact database',
  ),
}

function words(text: string): string[] {
  return text.split(' ')
}

export function shownOptions(command: Command, showAll: boolean): Option[] {
  const all = new Help().visibleOptions(command)
  const shown = SHOWN[wordsOf(command)]
  if (shown === undefined || showAll) return all
  return all.filter((option) => option.long === '--help' || shown.includes(option.name()))
}

/** Says below the help of a command how many options it leaves out, and how to see them. */
export function hiddenNote(command: Command, showAll: boolean): string {
  const hidden = new Help().visibleOptions(command).length - shownOptions(command, showAll).length
  return hidden === 0 ? '' : `\n${hidden} more options: towline ${wordsOf(command)} ${HELP_ALL}\n`
}

/** Says how the command is called, without the program's own name. */
export function wordsOf(command: Command): string {
  const { parent } = command
  return parent?.parent == null ? command.name() : `${wordsOf(parent)} ${command.name()}`
}
