import './styles/theme.css'
import './styles/page.css'
import { part } from './client/part.ts'
import { attachThemeSwitch } from './theme-switch.ts'

// All else of these pages is there without a script.
attachThemeSwitch(part(document, '#theme'), document)
