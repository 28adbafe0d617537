/** Whether this page is a wall display, which nobody touches and everybody relies on. */
export const isWall = (): boolean => /^\/(clinic\/wall|display)\/?$/i.test(location.pathname)
