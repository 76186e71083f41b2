const KEY = 'towline-theme'

const THEMES = ['system', 'light', 'dark'] as const

type Theme = (typeof THEMES)[number]

const LABELS: Readonly<Record<Theme, string>> = { system: 'auto', light: 'light', dark: 'dark' }

/** A button that goes through the themes; what is chosen is remembered on this machine. */
export function attachThemeSwitch(button: HTMLElement, document: Document): void {
  let theme = remembered()
  const apply = () => {
    if (theme === 'system') delete document.documentElement.dataset.theme
    else document.documentElement.dataset.theme = theme
    button.textContent = `Theme: ${LABELS[theme]}`
  }
  button.addEventListener('click', () => {
    theme = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? 'system'
    remember(theme)
    apply()
  })
  apply()
}

function remembered(): Theme {
  try {
    return THEMES.find((theme) => theme === localStorage.getItem(KEY)) ?? 'system'
  } catch {
    // Storage is forbidden: the system's theme it is.
    return 'system'
  }
}

function remember(theme: Theme): void {
  try {
    localStorage.setItem(KEY, theme)
  } catch {
    // Storage is forbidden: the choice lasts as long as the page.
  }
}
