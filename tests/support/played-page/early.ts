// To be imported first: menus, popovers and dialogs are made for a server where there is no page while their library is loaded.

Object.assign(globalThis, { document: {} });
