/**
 * The page on which the holder of a challenge chooses a password. It is in the fragment, which browsers don't send.
 * @param baseUrl the portal's public address
 */
export const setPasswordLink = (baseUrl: string, challenge: string): string =>
  `${new URL('/user/login', baseUrl).href}#set-password=${challenge}`
