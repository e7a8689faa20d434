/** The tenant that runs the platform: its administrator administers all tenants, its menus and dictionaries are everybody's. */
export const PLATFORM = '000000'
