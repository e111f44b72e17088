// Imported before anything of the page: its script then lies below a path of another site.
Object.assign(globalThis, { scriptAddress: 'https://games.example.org/engawa/assets/page-1A2B3C4D.js' });
