#pragma once
// Which Windows a program is for: none.
