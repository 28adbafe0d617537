import { m } from '@eupnea/texts'
import { IconDeviceDesktop, IconMoon, IconSun } from '../shared/icons.tsx'
import { useSettings } from '../shared/settings.ts'

/** What a person may choose (SH-21, EA-5). */
export const themes = () =>
  [
    { id: 'light', label: m.app_theme_light(), Icon: IconSun, settings: { isLightTheme: true, isDeviceTheme: false } },
    { id: 'dark', label: m.app_theme_dark(), Icon: IconMoon, settings: { isLightTheme: false, isDeviceTheme: false } },
    { id: 'device', label: m.app_theme_device(), Icon: IconDeviceDesktop, settings: { isDeviceTheme: true } },
  ] as const

/** Which of them is chosen. */
export function useTheme(): 'light' | 'dark' | 'device' {
  const { isLightTheme, isDeviceTheme } = useSettings()
  if (isDeviceTheme) return 'device'
  return isLightTheme ? 'light' : 'dark'
}
