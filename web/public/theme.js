// Before the first paint, so that a ward at night sees no white flash (EA-5): the theme that was last shown here.
;(() => {
  let theme = 'light'
  try {
    theme = localStorage.getItem('eupnea.lastTheme') ?? theme
  } catch {}
  if (theme === 'device') theme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
  document.documentElement.setAttribute('data-mantine-color-scheme', theme)
})()
